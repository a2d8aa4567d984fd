"""What all pages for browsers share: templates, look, safe headers, live parts. The pages of a match are in `public`."""
