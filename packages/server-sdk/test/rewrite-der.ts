/** Writes DER with other bytes in the place of some values; the lengths around them follow. */
import type { DerNode } from '../src/wallets/der.ts'

export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const header =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...header]), content])
}

export function rewriteDer(node: DerNode, changes: ReadonlyMap<DerNode, Uint8Array>): Buffer {
  const changed = changes.get(node)
  if (changed) return Buffer.from(changed)
  if (node.children.length === 0) return Buffer.from(node.raw)
  return writeDer(node.tag, ...node.children.map((child) => rewriteDer(child, changes)))
}
