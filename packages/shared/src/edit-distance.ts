/** The number of characters to insert, delete or replace to turn one text into another. */
export function editDistance(one: string, other: string): number {
  // Distances from the part of `one` read so far to each prefix of `other`.
  let distances = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (const [row, character] of [...one].entries()) {
    const next = [row + 1]
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (distances[column] ?? 0) + (character === wanted ? 0 : 1)
      next.push(Math.min(replaced, (distances[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    distances = next
  }
  return distances.at(-1) ?? 0
}
