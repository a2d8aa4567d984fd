// Keeps a page live: it takes the parts that the server drew anew, counts clocks on between two of them, and says when
// what it shows is old. Without it the page loads itself again every few seconds.
// A page that nobody looks at has no stream, because a browser opens six connections to a server at most.
"use strict";
(() => {
  const LATE_MS = 12_000; // three beats of the stream
  const AGAIN_MS = 2_000;
  const body = document.body;
  const main = document.getElementById("main");
  const old = document.getElementById("old");
  const oldFor = document.getElementById("old-for");
  let source = null;
  let asked = now();
  let broken = false;
  let rested = document.hidden; // nobody looked, and no beat has come since
  let heard = now();
  let drawn = before(Number(body.dataset.ageMs || 0));

  // Two clocks: the first one stands still while some devices sleep, the second one may be set.
  function now() { return { steady: performance.now(), wall: Date.now() }; }
  function before(ms) { const at = now(); return { steady: at.steady - ms, wall: at.wall - ms }; }
  function since(then) { const at = now(); return Math.max(at.steady - then.steady, at.wall - then.wall, 0); }

  function spoken(ms) {
    const s = Math.max(0, Math.floor(ms / 1000));
    const two = (n) => String(n).padStart(2, "0");
    return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}`
      : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  }

  function show(parts) {
    for (const [id, html] of Object.entries(parts)) {
      const part = document.getElementById(id);
      if (!part) continue;
      const next = document.createElement("template");
      next.innerHTML = html;
      if (next.innerHTML === part.innerHTML.trim()) continue;
      const focused = part.contains(document.activeElement) ? document.activeElement : null;
      // Nobody's half-typed words are taken away: the part is drawn when the field is left.
      if (focused && focused.matches("input, textarea, select")) {
        focused.addEventListener("blur", () => show({ [id]: html }), { once: true });
        continue;
      }
      part.replaceChildren(next.content);
      if (focused && focused.id) document.getElementById(focused.id)?.focus();
    }
  }

  function connect() {
    if (source) source.close();
    asked = now();
    source = new EventSource(body.dataset.stream);
    source.addEventListener("parts", (event) => show(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => {
      heard = now();
      broken = rested = false;
      drawn = before(Number(event.data));
      tick();
    });
    source.addEventListener("error", () => { broken = true; tick(); });
  }

  function rest() {
    if (source) source.close();
    source = null;
    broken = false;
    rested = true;
  }

  function look() {
    if (document.hidden) rest();
    else if (!source) connect();
    tick();
  }

  function tick() {
    const silent = since(heard);
    const isAsking = rested && !broken && (!source || since(asked) < AGAIN_MS);
    const isOld = !isAsking && (rested || broken || silent > LATE_MS);
    main.setAttribute("aria-busy", String(isAsking));
    old.hidden = !isOld;
    body.classList.toggle("is-old", isOld);
    if (!source) return;
    const wait = source.readyState === EventSource.CLOSED ? AGAIN_MS : LATE_MS;
    if (isOld && since(asked) > wait) connect();
    if (isOld) { oldFor.textContent = spoken(silent); return; }
    for (const clock of document.querySelectorAll("[data-left-ms]")) {
      const left = Number(clock.dataset.leftMs) - ("runs" in clock.dataset ? since(drawn) : 0);
      clock.textContent = spoken(left);
    }
  }

  look();
  setInterval(tick, 500);
  for (const [who, what] of [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]) {
    who.addEventListener(what, look);
  }
})();
