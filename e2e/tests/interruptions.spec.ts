import { expect } from '@playwright/test'
import { test as base } from '../fixtures/test.ts'
import { ACTIONS, type Fixture } from '../interruptions/actions.ts'
import { type Ending, proceed } from '../interruptions/resume.ts'
import { type End, INTERRUPTIONS, type Interruption } from '../interruptions/interruptions.ts'
import { type Shops, startShops, type Surface, SURFACES } from '../interruptions/surfaces.ts'

// Every interruption at every surface: one payment or none, and a way on. CI tries twelve of them
// at one surface each, `npm run verify -- interruptions` all at every one.

const isProof = process.env['PROOF_INTERRUPTIONS'] === 'all'

const test = base.extend<object, { readonly shops: Shops }>({
  shops: [
    async ({ gateway }, use) => {
      const shops = await startShops(gateway)
      await use(shops)
      await shops.stop()
    },
    { scope: 'worker' },
  ],
})

// The example shop's certificate is made for the run. The target of an action may have disappeared, so the action does
// not wait as long as its test; a busy machine takes seconds for one.
test.use({ ignoreHTTPSErrors: true, actionTimeout: 20_000 })

for (const interruption of INTERRUPTIONS) {
  test.describe(interruption.name, () => {
    for (const surface of SURFACES.filter((it) => isProof || it === interruption.always)) {
      const allowed = endsOf(interruption, surface)
      test(`${surface}: ${allowed.join(', or ')}`, async ({ gateway, shops, page, context }) => {
        const { actions } = interruption
        const card = actions.some((action) => /bank/.test(action)) ? 'challenged' : 'approved'
        if (actions.some((action) => action.startsWith('pass'))) await page.clock.install()
        const approvals = gateway.countApprovals()
        const tab = await shops.order(surface, page)
        const fixture: Fixture = { gateway, shops, surface, context, card, tabs: [tab], caught: null }
        for (const action of actions) await test.step(action, async () => ACTIONS[action](fixture))

        for (const each of fixture.tabs) {
          const wasPaid = gateway.countApprovals() > approvals
          await each.page.bringToFront()
          const ending = await proceed(each, card)
          expect(allowed).toContain(nameOf(ending, wasPaid))
          expect(gateway.countApprovals() - approvals).toBe(ending.sight === 'paid' ? 1 : 0)
        }
      })
    }
  })
}

function nameOf({ sight, clicks }: Ending, wasPaid: boolean): End {
  if (sight === 'over') return 'over'
  if (clicks === 0) return 'goes on'
  return wasPaid ? 'is told' : 'another click'
}

function endsOf({ ends }: Interruption, surface: Surface): readonly End[] {
  return 'embedded' in ends ? ends[surface] : ends
}
