"""1 → 2, FROM SEEN TO MEANT: what lies on the mat, asked of the rules, becomes plays; or a question; or why it cannot be."""
