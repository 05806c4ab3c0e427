/**
 * Returns the message if Node is too old for the program, or `null`.
 *
 * @param version - of Node, `20.20.2`.
 * @param engines - what the manifest asks for, `>=22.18`.
 */
export function describeRuntimeProblem(version: string, engines: string): string | null {
  const wanted = engines.replace(/^>=/, '')
  const [major = 0, minor = 0] = numbersOf(version)
  const [wantedMajor = 0, wantedMinor = 0] = numbersOf(wanted)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return null
  return `Sluice needs Node ${wanted} or newer; this is ${version}.\n`
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number)
}
