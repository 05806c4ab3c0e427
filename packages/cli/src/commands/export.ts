import { callPortal } from '../admin-client/act-as-person.ts'
import { describeAnswer } from '../admin-client/describe-answer.ts'
import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { runWithClient } from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'

/** Prints the settings of the merchant as a configuration file, for the person who signed in. */
export const run: RunCommand = ({ config }) =>
  runWithClient(config, async ({ credentials, sendAsPerson }) => {
    if (sendAsPerson === null)
      throw new CommandRefusal(
        'Exporting settings requires a login: run sluice-gateway login, and set SLUICE_PORTAL_URL to the portal.',
        EXIT.refused,
      )
    const { authUrl: portalUrl, clientSecret: token } = credentials
    const response = await sendAsPerson(callPortal(portalUrl, '/settings/export', { token }))
    const text = await response.text()
    if (!response.ok)
      throw new CommandRefusal(describeAnswer('The portal', { status: response.status, text }), EXIT.refused)
    process.stdout.write(text)
    return EXIT.done
  })
