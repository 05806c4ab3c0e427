import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'

/** The characters of a string in a snapshot: more than a request may have. V8 itself truncates after 1,024. */
const STRING_MAX = 1_000_000

/** The files of a dump, in one folder. */
export const filesOf = (path: string) => ({ heap: `${path}.heapsnapshot`, buffers: `${path}.buffers` })

/**
 * Writes the memory of this process, after a garbage collection: its heap with every number, and the bytes of its
 * buffers.
 */
export function dumpMemory(path: string): void {
  const { heap, buffers } = filesOf(path)
  setFlagsFromString(`--heap-snapshot-string-limit=${STRING_MAX}`)
  globalThis.gc?.()
  writeHeapSnapshot(heap, { exposeNumericValues: true })
  writeFileSync(buffers, readBuffers(), 'latin1')
}

/** Returns the memory of every reachable buffer, one character per byte, because a snapshot lacks it. */
function readBuffers(): string {
  const read = `function () { return this.map((memory) => Buffer.from(memory).toString('latin1')).join('\\n') }`
  const session = new Session()
  session.connect()
  let text = ''
  // A session with its own process responds before `post` returns.
  session.post('Runtime.evaluate', { expression: 'ArrayBuffer.prototype' }, (_, { result }) => {
    session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' }, (_, { objects }) => {
      const objectId = objects.objectId ?? ''
      session.post('Runtime.callFunctionOn', { objectId, functionDeclaration: read }, (_, answer) => {
        text = String(answer.result.value)
      })
    })
  })
  session.disconnect()
  return text
}
