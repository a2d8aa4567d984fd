"""The speaker, and the ear: a cue of the match becomes sound, and noise becomes a hint that dice are rolling.

    cues ─┐                        ┌─► PortAudio ─► loudspeaker
    voices┴─► mixer ─► player ─► watchdog
              (pure)               └─► PortAudio ◄─ microphone

`cues`, `synthesis`, `loudness`, `voices`, `mixer` and `hearing` compute and touch nothing; `card` knows PortAudio, and
nobody else does. No device, no library, no permission: all the same to the rest of the program, which never waits for
sound and always shows what it plays.
"""
