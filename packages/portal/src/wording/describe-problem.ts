import { capitalize } from './format.ts'

/**
 * Says what is wrong with a field as a sentence: of the gateway's "must be a number" with the label before it, of its "give a number" without.
 * A message of the portal about a field begins with a capital letter, and is a sentence already.
 */
export function describeProblem(label: string, message: string): string {
  if (message !== '' && message === capitalize(message)) return message
  const said = message.startsWith('give ') ? capitalize(message) : `${label} ${message}`
  return said.endsWith('.') ? said : `${said}.`
}
