"""SHOWN IN A TERMINAL: wires everything, decides nothing. The only importer of all packages."""
