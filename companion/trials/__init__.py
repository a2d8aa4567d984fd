"""Long trials on virtual tables and towers: what is misread, and what is lost on the way."""
