"""Acts matches out as gestures: what players' hands do so that the table shows each play. A stage carries them out."""
