/**
 * The scripts of the flow's pages. They read their data from attributes and forms, so they are constants; they
 * support every browser that has `URLSearchParams`.
 *
 * @module
 */

/** Reads a window message: a string of JSON or the object itself. Other scripts send messages too. */
const READ_MESSAGE = `
function read(data) {
  try { return (typeof data === 'string' ? JSON.parse(data) : data) || {}; } catch (error) { return {}; }
}
`

/**
 * Collects the fingerprint in the hidden frame, until its page reports, or for five seconds (EMV 3DS 2.2 §5.8.1: at
 * most 10).
 */
export const FINGERPRINT_SCRIPT = `${READ_MESSAGE}
var data = document.body.dataset, forms = document.forms, done = false;
function finish(completion) {
  if (done) return;
  done = true;
  forms.next.elements.completion.value = completion;
  forms.next.submit();
}
addEventListener('message', function (event) {
  var message = read(event.data);
  if (event.origin === data.origin && message.type === 'FINGERPRINT_RESPONSE' &&
      message.three_ds_server_trans_id === data.id) finish('Y');
});
setTimeout(function () { finish('N'); }, 5000);
forms.bank.submit();
`

/**
 * Opens the challenge in its frame and waits for its end: by the window message, and by polling the server every
 * three seconds, so that a missing message does not block the page.
 */
export const CHALLENGE_FRAME_SCRIPT = `${READ_MESSAGE}
var data = document.body.dataset, forms = document.forms, frame = document.querySelector('iframe'), done = false;
function finish(act) { if (!done) { done = true; act(); } }
function reload() { location.replace(data.self); }
addEventListener('message', function (event) {
  var message = read(event.data);
  if (event.source !== frame.contentWindow || data.origins.split(' ').indexOf(event.origin) < 0 ||
      message.type !== 'CHALLENGE_RESPONSE' || message.three_ds_server_trans_id !== data.id) return;
  finish(function () {
    if (event.origin === location.origin) return reload();
    forms.next.elements.trans_status.value = message.trans_status;
    forms.next.submit();
  });
});
(function ask() {
  setTimeout(function () {
    fetch(data.progress)
      .then(function (answer) { return answer.json(); })
      .then(function (progress) { if (progress.moved) finish(reload); })
      .catch(function () {})
      .then(function () { if (!done) ask(); });
  }, 3000);
})();
forms.bank.submit();
`

/** Posts the page's one form at once. */
export const SUBMIT_SCRIPT = `document.forms.bank.submit();`

/** In a frame, it reports the end of the challenge to the page around it; as a full page, it continues. */
export const GO_ON_SCRIPT = `
var data = document.body.dataset;
if (parent === window) location.replace(data.self);
else parent.postMessage(JSON.stringify({
  type: 'CHALLENGE_RESPONSE', trans_status: data.status, three_ds_server_trans_id: data.id
}), location.origin);
`
