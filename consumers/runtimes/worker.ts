/** For Workers: the world comes as a binding, the outcomes are the answer. */
import { runCases } from './run-cases.ts'
import type { World } from './world.ts'

export default {
  async fetch(_: Request, { WORLD }: { readonly WORLD: World }): Promise<Response> {
    return Response.json(await runCases(WORLD))
  },
}
