/**
 * Loaded before a shop by `npm run dev`: its pages reload when the shop was started again. Nothing of the shop knows: script
 * and stream are of the shop's origin, which its policy allows.
 */
import { Server, ServerResponse } from 'node:http'

const SCRIPT_PATH = '/dev/reload.js'
const STREAM_PATH = '/dev/starts'

/** The delay before a page tries again after the shop has ended. */
const RETRY_MS = 300

/** A page names the process that drew it, and is out of date when another one answers. */
const PROCESS = `${process.pid}-${Date.now()}`

const SCRIPT = `const { search } = new URL(document.currentScript.src)
new EventSource('${STREAM_PATH}').onmessage = ({ data }) => \`?\${data}\` === search || location.reload()
`

/** Pages that wait for the next start. @type {Set<ServerResponse>} */
const streams = new Set()

const { emit } = Server.prototype

/**
 * @param {string} event
 * @param {any[]} given
 */
Server.prototype.emit = function (event, ...given) {
  const [request, response] = given
  const path = event === 'request' ? request.url.split('?', 1)[0] : undefined
  if (path === SCRIPT_PATH) {
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(SCRIPT)
    return true
  }
  if (path === STREAM_PATH) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: ${RETRY_MS}\ndata: ${PROCESS}\n\n`)
    streams.add(response)
    response.once('close', () => streams.delete(response))
    return true
  }
  // A page that answers a form would ask whether to send the form again.
  if (path !== undefined && request.method === 'GET') addScript(response)
  return emit.apply(this, /** @type {any} */ ([event, ...given]))
}

/** @param {ServerResponse} response */
function addScript(response) {
  const { writeHead, end } = response
  let isPage = false
  response.writeHead = (/** @type {any} */ status, /** @type {any} */ headers = {}) => {
    isPage = String(headers['content-type']).startsWith('text/html')
    const { 'content-length': _, ...others } = headers
    return writeHead.call(response, status, isPage ? others : headers)
  }
  response.end = (/** @type {any[]} */ ...given) => {
    const [body] = given
    if (isPage && typeof body === 'string')
      given[0] = `${body}<script src="${SCRIPT_PATH}?${PROCESS}"></script>`
    return end.apply(response, /** @type {any} */ (given))
  }
}

// A stream never ends on its own, and the shop ends when its connections have.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.prependListener(signal, () => streams.forEach((stream) => stream.end()))
