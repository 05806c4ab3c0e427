/** Filters under a name, kept by this browser. */
export interface SavedView {
  readonly name: string
  /** An address of the list. */
  readonly href: string
}

const KEY = 'sluice.payments.views'

/** More would be no help. */
const VIEWS_MAX = 20

/** None where the browser keeps nothing, or something else is kept there. */
export function readViews(): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

/** The newest first; one of the same name takes the place of the other. */
export function saveView(view: SavedView): void {
  write([view, ...readViews().filter(({ name }) => name !== view.name)].slice(0, VIEWS_MAX))
}

export function removeView(name: string): void {
  write(readViews().filter((view) => view.name !== name))
}

function write(views: readonly SavedView[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(views))
  } catch {
    // A browser that keeps nothing has no saved views.
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false
  const { name, href } = value as Partial<Record<keyof SavedView, unknown>>
  return typeof name === 'string' && typeof href === 'string' && href.startsWith('/payments')
}
