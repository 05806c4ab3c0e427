import { scriptHash } from '@sluice/shared/html'

import type { ScriptRecord } from '@sluice/shared/script-record'

/** Data reaches the scripts through attributes, so that every script has one hash. */
export const SEND_MESSAGE = `
var data = document.body.dataset;
if (window.parent !== window) window.parent.postMessage(data.message, data.origin);
`

export const SEND_MESSAGE_OR_FORM = `
var data = document.body.dataset;
if (window.parent !== window) window.parent.postMessage(data.message, data.origin);
else document.forms[0].submit();
`

/** A provider's field may be named `submit`, and would hide the form's own method. */
export const SUBMIT_FORM = `HTMLFormElement.prototype.submit.call(document.forms[0]);`

/** The 3DS Method in a hidden frame: until it calls back, or five seconds at most. */
export const FINGERPRINT = `
var done = false;
function finish(result) {
  if (done) return;
  done = true;
  document.forms[1].elements.fingerprint_result.value = result;
  document.forms[1].submit();
}
window.addEventListener('message', function (event) {
  if (event.origin !== location.origin || typeof event.data !== 'string') return;
  try {
    var message = JSON.parse(event.data);
    if (message.type === 'FINGERPRINT_RESPONSE' &&
        message.three_ds_server_trans_id === document.body.dataset.id) finish(document.body.dataset.completed);
  } catch (error) { return; }
});
setTimeout(function () { finish(document.body.dataset.timedOut); }, 5000);
document.forms[0].submit();
`

/** The scripts of these pages, for the inventory of a payment's scripts. */
export const BROWSER_PAGE_SCRIPTS: readonly ScriptRecord[] = [
  {
    name: 'inline script of the notification page in a frame',
    origin: 'methods',
    address: '/three-ds/<handle>/embedded-fields/challenge-notification-url',
    purpose: 'Tells the page around the frame that the bank has answered.',
    source: SEND_MESSAGE,
  },
  {
    name: 'inline script of the notification page of the direct API',
    origin: 'base',
    address: '/three-ds/<handle>/challenge-notification-url',
    purpose: 'Tells the page around the frame that the bank has answered, or at the top goes on to the shop.',
    source: SEND_MESSAGE_OR_FORM,
  },
  {
    name: 'inline script of the way to the bank',
    origin: 'base',
    address: '/three-ds/challenge/<client key>/<session id>',
    purpose: 'Sends the form that opens the bank’s page.',
    source: SUBMIT_FORM,
  },
  {
    name: 'inline script of the fingerprint page',
    origin: 'base',
    address: '/three-ds/<handle>/challenge',
    purpose: 'Lets the bank recognise the browser in a hidden frame, five seconds at most.',
    source: FINGERPRINT,
  },
].map(({ source, ...record }) => ({
  ...record,
  origin: record.origin as 'base' | 'methods',
  owner: 'Sluice',
  integrity: scriptHash(source).slice(1, -1),
}))
