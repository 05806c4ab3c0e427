import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { ForgetfulThreeDsServer } from '../../../test/forgetful-three-ds-server.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import { decodeToken } from '../../../test/shopper.ts'
import type { ProviderAuthorization } from '../execution/provider.ts'

let nowMs = () => 0
const server = new ForgetfulThreeDsServer(() => nowMs())
const authorizations: ProviderAuthorization[] = []
const provider = makeProvider('sim-a', {
  authorize: (request) => (authorizations.push(request), Promise.resolve(PROVIDER_OUTCOME)),
})

describeAtBothGateways(
  'a 3DS server that forgets results',
  (current) => {
    const challenge = async () => {
      const { gateway } = current()
      nowMs = () => gateway.clock.now()
      authorizations.length = 0
      const { action } = await gateway.authorize({ flow: 'CHALLENGE' })
      if (action === null) throw new Error('no challenge')
      const id = decodeToken(action.token).three_ds_server_trans_id
      const comeBack = () =>
        gateway.completeAuthentication(action.payment_data ?? '', action.session_id ?? '', 'Y')
      return { gateway, id, comeBack, transactionId: action.transaction_id }
    }

    it.each([
      ['Y', 'APPROVED'],
      ['N', 'DECLINED'],
    ] as const)('does not lose the result %s of a shopper who returns late', async (letter, status) => {
      const { gateway, id, comeBack } = await challenge()
      await gateway.advanceRealTime(60_000)
      server.finish(id, letter)
      await gateway.advanceRealTime(60_000)
      await gateway.advanceRealTime(400_000)
      expect((await comeBack()).result).toMatchObject({ status })
      expect(server.foreignIds).toEqual([])
      const [authorization] = authorizations
      if (letter === 'Y')
        expect(authorization?.authentication?.authenticationValue?.reveal()).toBe(
          'AAECAwQFBgcICQoLDA0ODxAREhM=',
        )
      else expect(authorization).toBeUndefined()
    })

    it('queries the result of each running challenge until it arrives', async () => {
      const { gateway, id, transactionId } = await challenge()
      const asked = () => server.questions.filter((one) => one.transactionId === transactionId).length
      await gateway.advanceRealTime(60_000)
      await gateway.advanceRealTime(60_000)
      expect(asked()).toBe(2)
      server.finish(id, 'Y')
      for (let minute = 0; minute < 3; minute += 1) await gateway.advanceRealTime(60_000)
      expect(asked()).toBe(3)
    })

    it('stores nothing of a result after 20 minutes, and never in plain', async () => {
      const { gateway, id, transactionId } = await challenge()
      server.finish(id, 'Y')
      await gateway.advanceRealTime(60_000)
      const of = `from challenge_results where transaction_id = '${transactionId}'`
      const [row] = await gateway.books.query(`select sealed_result ${of}`)
      expect(Buffer.from(row?.['sealed_result'] as Uint8Array).toString('latin1')).not.toMatch(
        /AAECAw|transStatus/,
      )
      await gateway.advanceRealTime(21 * 60_000)
      expect(await gateway.books.query(`select round ${of}`)).toEqual([])
    })
  },
  { adapters: { threeDsServer: server, providers: new Map([['sim-a', provider]]) } },
)
