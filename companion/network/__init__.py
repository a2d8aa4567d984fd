"""This machine on the network: its addresses, and the certificates with which it shows who it is."""
