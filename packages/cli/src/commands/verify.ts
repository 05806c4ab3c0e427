import { readFileSync } from 'node:fs'
import type { WebhookExplanation } from '@sluice/server-sdk/webhooks'

import { readWebhookSecrets } from '../admin-client/credentials.ts'
import { type CapturedRequest, readCapturedRequest } from '../admin-client/actions/read-captured-request.ts'
import { verifyCapture, verifyCaptureAtGateway } from '../admin-client/actions/verify-capture.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { printLine, runWithClient, runToExitCode } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'

/** Reports whether the signature of a captured webhook is valid, by the local secret or by the gateway. */
export const run: RunCommand = ({ config, operand, options }) => {
  const { subscription } = options
  if (typeof subscription === 'string')
    return runWithClient(config, async (admin) =>
      report(await verifyCaptureAtGateway(admin, readCapture(operand), subscription), options),
    )
  return runToExitCode(async () => {
    const capture = readCapture(operand)
    const secrets = readWebhookSecrets(process.env, config.dataDir)
    if (secrets.length === 0)
      throw new CommandRefusal(
        'No secret: set SLUICE_WEBHOOK_SECRET, or set --subscription, whose secret the gateway knows.',
        EXIT.misused,
      )
    return report(await verifyCapture(capture, secrets), options)
  })
}

function readCapture(file: string | null | undefined): CapturedRequest {
  const capture = readCapturedRequest(readBytes(file ?? ''))
  if (typeof capture === 'string')
    throw new CommandRefusal(`${file} is not a captured request. ${capture}`, EXIT.misused)
  return capture
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    // The message of `ENOENT: no such file or directory, open '…'`.
    const [, reason = ''] = /^\w+: ([^,]+)/.exec((error as NodeJS.ErrnoException).message) ?? []
    throw new CommandRefusal(`Cannot read ${file}: ${reason}.`, EXIT.misused)
  }
}

function report(explained: WebhookExplanation, options: CommandCall['options']): ExitCode {
  const { verified, cause, message, fix } = explained
  printLine(
    options['json'] === true
      ? JSON.stringify({ verified, cause, message, fix })
      : `${cause ?? 'verified'}  ${message} ${fix}`,
  )
  return verified ? EXIT.done : EXIT.refused
}
