"""Play mats: markers, slots and fields from a mat's data, on one sheet or on tiles to be joined."""
