"""Plays the cues of a match, and listens for rolling dice.

    cues ─┐                        ┌─► PortAudio ─► loudspeaker
    voices┴─► mixer ─► player ─► watchdog
              (pure)               └─► PortAudio ◄─ microphone

`cues`, `synthesis`, `loudness`, `voice_pack` and `mixer` are pure; only `sound_card` knows
PortAudio. A missing device, library or permission stops nothing: the program never waits for sound, and shows
everything it plays.
"""
