"""What screens show and what a touch means, worked out without a toolkit: values in, values out."""
