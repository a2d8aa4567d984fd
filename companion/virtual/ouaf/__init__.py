"""L'Ouaf at a virtual table."""
