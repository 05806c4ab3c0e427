import { readFileSync, rmSync } from 'node:fs'

import { filesOf } from './dump-memory.ts'

/** The part of V8's snapshot format that is read here. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
      readonly edge_fields: readonly string[]
    }
  }
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
  readonly strings: readonly string[]
}

/** The memory of a process as searchable text, one piece per line. */
export interface MemoryDump {
  /** All strings, including concatenated ones whose halves the engine stores separately. */
  readonly texts: string
  /** Nodes with another kind of name or value: numbers, members, positions in lists. */
  readonly names: string
  /** One character per byte. */
  readonly buffers: string
}

/** Reads the files that `dumpMemory` wrote, and removes them. */
export function readMemoryDump(path: string): MemoryDump {
  const files = filesOf(path)
  const snapshot = JSON.parse(readFileSync(files.heap, 'utf8')) as Snapshot
  const buffers = readFileSync(files.buffers, 'latin1')
  for (const file of Object.values(files)) rmSync(file)
  return { texts: listTexts(snapshot).join('\n'), names: snapshot.strings.join('\n'), buffers }
}

function listTexts({ snapshot, nodes, edges, strings }: Snapshot): readonly string[] {
  const { node_fields, node_types, edge_fields } = snapshot.meta
  const texts: string[] = []
  /** The two halves of each concatenated string, by their positions among the nodes. */
  const halves = new Map<number, Readonly<Record<string, number>>>()
  const read = (list: readonly number[], place: number, fields: readonly string[], name: string): number =>
    list[place + fields.indexOf(name)] ?? 0
  const textOf = (node: number): string => strings[read(nodes, node, node_fields, 'name')] ?? ''
  for (let node = 0, edge = 0; node < nodes.length; node += node_fields.length) {
    const end = edge + read(nodes, node, node_fields, 'edge_count') * edge_fields.length
    const type = node_types[0][read(nodes, node, node_fields, 'type')]
    if (type === 'string' || type === 'sliced string') texts.push(textOf(node))
    if (type === 'concatenated string') {
      const own: Record<string, number> = {}
      for (let each = edge; each < end; each += edge_fields.length) {
        const name = strings[read(edges, each, edge_fields, 'name_or_index')] ?? ''
        own[name] = read(edges, each, edge_fields, 'to_node')
      }
      halves.set(node, own)
    }
    edge = end
  }
  for (const whole of halves.keys()) {
    let text = ''
    // No recursion, because a string that a loop built is as deep as the loop was long.
    const rest = [whole]
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      const { first, second } = halves.get(node) ?? {}
      if (first === undefined || second === undefined) text += textOf(node)
      else rest.push(second, first)
    }
    texts.push(text)
  }
  return texts
}
