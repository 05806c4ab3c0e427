/**
 * A component's knowledge of a running payment in its session: unknown, none, its step, only that a payment runs,
 * that this component pays, or that this component's payment was the session's last.
 */
export type Progress = 'unknown' | 'none' | 'held' | 'elsewhere' | 'paying' | 'over'

export interface Follower {
  readonly progress: Progress
  /** Whether it shows in a dialog that a payment runs elsewhere; otherwise it shows this in its own place. */
  readonly hasDialog: boolean
}

/**
 * Decides which components of a session continue a running payment. Frames of one origin all remember its step, and the
 * bank must be asked by one of them.
 *
 * @param components - All of the session on this page, the oldest first.
 * @returns Null while it cannot be decided.
 * @decision 0113
 */
export function chooseFollowers<T extends Follower>(components: readonly T[]): readonly T[] | null {
  if (components.some(({ progress }) => progress === 'paying' || progress === 'over')) return []
  if (components.some(({ progress }) => progress === 'unknown')) return null
  const holder = components.find(({ progress }) => progress === 'held')
  if (holder) return [holder]
  const watching = components.filter(({ progress }) => progress === 'elsewhere')
  const first = watching.find(({ hasDialog }) => hasDialog)
  return watching.filter((component) => component === first || !component.hasDialog)
}
