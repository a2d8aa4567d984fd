"""The pages of the hall for those who sign in: tables and orders for referees, the office, the tournament."""
