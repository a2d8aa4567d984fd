"""The walkthroughs: what a person is asked to do, one hint at a time, for each thing that is calibrated."""
