/** The entry for Workers: the fixture comes as a binding, the outcomes are the response. */
import { runCases } from './run-cases.ts'
import type { Fixture } from './world.ts'

export default {
  async fetch(_: Request, { WORLD }: { readonly WORLD: Fixture }): Promise<Response> {
    return Response.json(await runCases(WORLD))
  },
}
