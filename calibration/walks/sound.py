"""Tests the loudspeaker with a tone that the microphone hears or, without a microphone, a person."""

from dataclasses import dataclass, replace

from calibration.sound import make_sound_report
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from devices.audio.tone import ToneReport


@dataclass(frozen=True, slots=True)
class TonePlayback:
    """Holds what the microphone heard of the tone; `why` says why there is no microphone."""

    heard: ToneReport | None
    why: Text | None = None


class SoundWalk:
    """Takes what was heard, once; then it may ask a person."""

    def __init__(self) -> None:
        self._played: TonePlayback | None = None
        self.is_heard_by: WalkthroughReply | None = None
        """The person's answer, if one was asked for."""
        self.step = WalkthroughStep(StepState.GOING, Text("a tone is about to be played: listen"))

    def feed(self, seen: TonePlayback) -> WalkthroughStep:
        """Takes what the microphone heard of the tone."""
        if self.step.is_over:
            return self.step
        self._played = seen
        if seen.heard is not None and seen.heard.is_heard:
            return self._over(Text("loudspeaker and microphone work"), StepState.DONE)
        why = seen.why if seen.heard is None else Text("the microphone did not hear the tone")
        self.step = replace(
            self.step,
            hint=Text("did you hear a tone?"),
            refusal=why,
            answers=(WalkthroughReply.YES, WalkthroughReply.NO),
            waits=True,
        )
        return self.step

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Takes a person's answer: whether the tone was heard."""
        if answer not in self.step.answers:
            return self.step
        self.is_heard_by = answer
        if answer is WalkthroughReply.YES:
            return self._over(
                Text("the loudspeaker works; the program does not listen for dice"), StepState.DONE
            )
        return self._over(
            Text(
                "turn the loudspeaker on and up, or choose another with --device; `companion sound list` shows them"
            ),
            StepState.FAILED,
        )

    def _over(self, hint: Text, state: StepState) -> WalkthroughStep:
        heard = None if self._played is None else self._played.heard
        report = None if heard is None else make_sound_report(heard)
        self.step = WalkthroughStep(state, hint, 1, 1, report=report)
        return self.step
