import { isObject } from './is-object.ts'

/** Returns the object that a text writes as JSON; null for everything else. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
