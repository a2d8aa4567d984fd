"""Long trials on virtual tables and towers, which measure what is misread and what is lost."""
