"""The pages that anybody may see of matches, from the tables' public views: they carry no rights and take no orders."""
