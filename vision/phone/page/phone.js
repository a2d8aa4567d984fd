// The phone's page: shows the camera, sends pictures of it, and draws what was read.
"use strict";

const LOOK_MS = 100; // How often the page itself looks whether something moves.
const RESTS_AFTER_MS = 350; // What has not moved for so long rests.
const SMALL_EVERY_MS = 400; // While something moves.
const FULL_EVERY_MS = 2500; // A full picture also of what never rests, such as from a hand.
const IDLE_EVERY_MS = 2000; // A sign of life while everything rests.
const SMALL_PX = 1280;
const FULL_PX = 2560;
const SMALL_QUALITY = 0.7;
const FULL_QUALITY = 0.86;
const SLOW_PHOTO_MS = 900; // A phone that takes longer for a photograph sends its video's pictures instead.
const ANSWER_MS = 12000;
const AGAIN_MS = 1000;
const LIT_MS = 350; // How long the camera may take to follow a new exposure.
const GRID = { width: 96, height: 54 };
const MOVED = 16; // The difference in grey levels of a point of that grid that counts as movement …
const POINTS = 3; // … and how many points must differ: fewer are noise.

const $ = (id) => document.getElementById(id);
const said = JSON.parse(document.body.dataset.said);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const state = {
  isOn: false,
  track: null,
  photographer: null,
  takesPhotos: true,
  exposure: null, // How the exposure is set; null: it cannot be.
  stops: 0,
  movedAt: 0,
  fullAt: 0,
  sentAt: 0,
  hasFull: false, // Since something moved.
  more: true,
  wantedStops: 0,
};

function say(words, isBad = false) {
  const status = $("status");
  if (status.textContent !== words) status.textContent = words;
  status.classList.toggle("bad", isBad);
}

// --- the machine at the table

class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

async function post(path, body, type) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": type, "Accept-Language": document.documentElement.lang },
    body,
    credentials: "same-origin",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (answer.ok) return answer.status === 204 ? {} : answer.json();
  let words = said.lost;
  try {
    words = (await answer.json()).says;
  } catch {
    // Not from our page: the status says enough.
  }
  throw new Refused(answer.status, words);
}

async function join() {
  const token = location.pathname.slice(1);
  await post("/join", JSON.stringify({ token }), "application/json");
  if (token) history.replaceState(null, "", "/" + location.search);
}

// --- the camera

async function openCamera() {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: { ideal: "environment" },
      width: { ideal: 1920 },
      height: { ideal: 1080 },
      frameRate: { ideal: 15, max: 30 },
    },
  });
  const video = $("video");
  video.srcObject = stream;
  await video.play();
  state.track = stream.getVideoTracks()[0];
  state.track.addEventListener("ended", () => stop(said.stopped));
  state.photographer = "ImageCapture" in window ? new ImageCapture(state.track) : null;
  state.exposure = exposureOf(state.track);
}

function exposureOf(track) {
  const can = track.getCapabilities ? track.getCapabilities() : {};
  const now = track.getSettings();
  if (can.exposureCompensation && can.exposureCompensation.min <= -2) {
    const usual = now.exposureCompensation || 0;
    const least = can.exposureCompensation.min;
    return {
      least: least - usual,
      settings: (stops) => ({ exposureCompensation: usual + stops }),
    };
  }
  if (can.exposureTime && (can.exposureMode || []).includes("manual")) {
    return {
      least: -10,
      settings: (stops) =>
        stops === 0
          ? { exposureMode: "continuous" }
          : {
              exposureMode: "manual",
              exposureTime: Math.max(can.exposureTime.min, (now.exposureTime || can.exposureTime.max / 8) * 2 ** stops),
            },
    };
  }
  return null;
}

async function expose(stops) {
  if (!state.exposure || stops === state.stops) return;
  const possible = Math.max(stops, state.exposure.least);
  try {
    await state.track.applyConstraints({ advanced: [state.exposure.settings(possible)] });
    // The machine counts its looks by the exposures that it asked for, also where the camera ends before them.
    state.stops = stops;
    await wait(LIT_MS);
  } catch {
    state.exposure = null;
    state.stops = 0;
  }
}

// --- does anything move?

const grid = new OffscreenCanvas(GRID.width, GRID.height);
const gridPen = grid.getContext("2d", { willReadFrequently: true });
let before = null;

function lookForMovement() {
  gridPen.drawImage($("video"), 0, 0, GRID.width, GRID.height);
  const points = gridPen.getImageData(0, 0, GRID.width, GRID.height).data;
  const grey = new Uint8Array(GRID.width * GRID.height);
  for (let i = 0; i < grey.length; i++) {
    grey[i] = (points[4 * i] * 77 + points[4 * i + 1] * 150 + points[4 * i + 2] * 29) >> 8;
  }
  let differ = 0;
  if (before) {
    for (let i = 0; i < grey.length; i++) {
      if (Math.abs(grey[i] - before[i]) > MOVED) differ++;
    }
  }
  const isFirst = before === null;
  before = grey;
  if (isFirst || differ >= POINTS) {
    state.movedAt = performance.now();
    state.hasFull = false;
  }
}

// --- pictures

function scaled(width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return [Math.round(width * scale), Math.round(height * scale)];
}

async function jpegOf(image, width, height, longest, quality) {
  const [wide, high] = scaled(width, height, longest);
  const canvas = new OffscreenCanvas(wide, high);
  canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0, wide, high);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

function videoPicture(longest, quality) {
  const video = $("video");
  return jpegOf(video, video.videoWidth, video.videoHeight, longest, quality);
}

async function jpegOfFile(file, longest, quality) {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    return await jpegOf(image, image.width, image.height, longest, quality);
  } finally {
    image.close();
  }
}

async function photograph() {
  const began = performance.now();
  try {
    const photo = await state.photographer.takePhoto({ fillLightMode: "off" }).catch(() => state.photographer.takePhoto());
    const jpeg = await jpegOfFile(photo, FULL_PX, FULL_QUALITY);
    if (performance.now() - began > SLOW_PHOTO_MS) state.photographer = null;
    return jpeg;
  } catch {
    state.photographer = null;
    return null;
  }
}

async function send(kind, jpeg, isSteady, stops = 0) {
  state.sentAt = performance.now();
  const how = new URLSearchParams({ kind, steady: isSteady ? "1" : "0", stops, exposes: state.exposure ? "1" : "0" });
  const answer = await post("/picture?" + how, jpeg, "image/jpeg");
  state.more = answer.more;
  state.takesPhotos = answer.photos;
  state.wantedStops = answer.stops;
  draw(answer.things);
}

// Sends what is due now, if anything.
async function sendDue() {
  const now = performance.now();
  const rests = now - state.movedAt > RESTS_AFTER_MS;
  if (rests && (!state.hasFull || state.more)) {
    await sendFull();
  } else if (!rests && now - state.fullAt > FULL_EVERY_MS) {
    state.fullAt = now;
    await send("full", await videoPicture(FULL_PX, FULL_QUALITY), false);
  } else if (now - state.sentAt > (rests ? IDLE_EVERY_MS : SMALL_EVERY_MS)) {
    await send("small", await videoPicture(SMALL_PX, SMALL_QUALITY), rests);
  }
  say(rests ? (state.more ? said.looking : said.resting) : said.moving);
}

// A full picture of what rests; a photograph, if the phone takes any, and nothing has moved meanwhile.
async function sendFull() {
  const stops = state.exposure ? state.wantedStops : 0;
  await expose(stops);
  const movedAt = state.movedAt;
  let jpeg = null;
  let kind = "full";
  if (stops === 0 && state.photographer && state.takesPhotos) {
    // A photograph is moved over the newest picture of the video.
    if (!state.hasFull) await send("small", await videoPicture(SMALL_PX, SMALL_QUALITY), false);
    jpeg = await photograph();
    if (jpeg) kind = "photo";
  }
  if (!jpeg) jpeg = await videoPicture(FULL_PX, FULL_QUALITY);
  lookForMovement();
  if (state.movedAt !== movedAt) return;
  state.hasFull = true;
  state.fullAt = performance.now();
  await send(kind, jpeg, true, stops);
}

// --- what was read

function draw(things) {
  const canvas = $("outlines");
  const video = $("video");
  const box = video.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  canvas.width = box.width * ratio;
  canvas.height = box.height * ratio;
  const shown = $("view").hidden ? null : fit(video, canvas);
  const pen = canvas.getContext("2d");
  pen.lineJoin = "round";
  pen.font = `600 ${14 * ratio}px system-ui, sans-serif`;
  const mark = getComputedStyle(document.documentElement).getPropertyValue("--accent") || "white";
  pen.fillStyle = mark;
  for (const { name, at } of shown ? things : []) {
    const corners = at.map(([x, y]) => [shown.left + x * shown.width, shown.top + y * shown.height]);
    pen.strokeStyle = mark;
    pen.lineWidth = 2.5 * ratio;
    pen.beginPath();
    corners.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.stroke();
    const left = Math.min(...corners.map(([x]) => x));
    const top = Math.min(...corners.map(([, y]) => y));
    pen.strokeStyle = "#14201c";
    pen.lineWidth = 5 * ratio;
    pen.strokeText(name, left, Math.max(16 * ratio, top - 5 * ratio));
    pen.fillText(name, left, Math.max(16 * ratio, top - 5 * ratio));
  }
  const names = [...new Set(things.map((thing) => thing.name))];
  const list = $("names");
  const old = [...list.children].map((item) => item.textContent);
  if (old.join("\n") !== names.join("\n")) {
    list.replaceChildren(
      ...names.map((name) => {
        const item = document.createElement("li");
        item.textContent = name;
        return item;
      }),
    );
  }
  $("read").hidden = names.length === 0;
}

// Where the picture stands in its box: `object-fit: contain`.
function fit(video, canvas) {
  if (!video.videoWidth) return null;
  const scale = Math.min(canvas.width / video.videoWidth, canvas.height / video.videoHeight);
  const width = video.videoWidth * scale;
  const height = video.videoHeight * scale;
  return { width, height, left: (canvas.width - width) / 2, top: (canvas.height - height) / 2 };
}

// --- awake, and from beginning to end

let lock = null;

async function stayAwake() {
  if (!("wakeLock" in navigator)) return false;
  try {
    lock = await navigator.wakeLock.request("screen");
    return true;
  } catch {
    return false;
  }
}

async function run() {
  const looked = setInterval(lookForMovement, LOOK_MS);
  while (state.isOn) {
    try {
      await sendDue();
    } catch (problem) {
      if (problem instanceof Refused && [401, 403, 409].includes(problem.status)) {
        stop(problem.message);
      } else {
        say(problem instanceof Refused ? problem.message : said.lost, true);
        state.hasFull = false;
        await wait(AGAIN_MS);
      }
    }
    await wait(20);
  }
  clearInterval(looked);
}

function stop(words) {
  if (state.isOn && state.track) state.track.stop();
  state.isOn = false;
  lock?.release().catch(() => {});
  lock = null;
  $("view").hidden = $("stop").hidden = true;
  $("intro").hidden = false;
  draw([]);
  say(words, true);
}

async function begin() {
  $("begin").disabled = true;
  say(said.joining);
  try {
    await join();
    if (!navigator.mediaDevices?.getUserMedia) {
      say(said.none, true);
      return;
    }
    await openCamera();
  } catch (problem) {
    say(problem instanceof Refused ? problem.message : problem.name === "NotAllowedError" ? said.denied : said.none, true);
    return;
  } finally {
    $("begin").disabled = false;
  }
  state.isOn = true;
  before = null;
  state.fullAt = performance.now();
  $("intro").hidden = true;
  $("view").hidden = $("stop").hidden = false;
  say((await stayAwake()) ? said.looking : said.asleep);
  run();
}

async function sendShot(file) {
  try {
    await join();
    await send("shot", await jpegOfFile(file, FULL_PX, FULL_QUALITY), true);
    say(said.sent);
    // What is read in it comes a moment later.
    for (let n = 0; n < 10 && state.more && !state.isOn; n++) {
      await wait(500);
      const answer = await post("/read", "{}", "application/json");
      state.more = answer.more;
      draw(answer.things);
    }
  } catch (problem) {
    say(problem instanceof Refused ? problem.message : problem instanceof TypeError ? said.lost : said.bad, true);
  }
}

$("begin").addEventListener("click", begin);
$("stop").addEventListener("click", () => {
  navigator.sendBeacon("/leave");
  stop(said.stopped);
});
$("shot").addEventListener("change", (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) sendShot(file);
});
window.addEventListener("pagehide", () => {
  if (state.isOn) navigator.sendBeacon("/leave");
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && state.isOn) stayAwake();
});
try {
  if (localStorage.getItem("warned")) $("warned").hidden = true;
  localStorage.setItem("warned", "1");
} catch {
  // Without storage the page explains the warning each time.
}
