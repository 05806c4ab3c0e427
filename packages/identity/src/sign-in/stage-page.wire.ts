import type { Page } from '@sluice/shared/html'
import { renderQrCode } from '@sluice/shared/qr-code'
import { SIGN_IN_TEXTS } from '@sluice/texts/sign-in'
import type { Locale } from '@sluice/types/vocabulary'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import type { User } from '../users/user.ts'
import { totpAddress } from './authenticator-app.ts'
import type { Passkey } from './passkey.ts'
import type { SignInAttempt, StageNamed } from './sign-in-attempt.ts'
import * as pages from './sign-in-pages.wire.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import { creationOptions, relyingPartyOf, requestOptions } from './use-passkeys.ts'

/** The data of the page of a stage. */
export interface StageView {
  readonly attempt: SignInAttempt
  readonly locale: Locale
  /** The reason why the submitted form was rejected; null when the page is first shown. */
  readonly problem: pages.PageProblem | null
  /** The submitted form, from which name and e-mail address are filled in again. */
  readonly fields?: URLSearchParams
}

/** Renders the page of a stage. Returns null if its user or link no longer exists. */
export async function renderStage(ports: SignInPorts, view: StageView): Promise<Page | null> {
  const { attempt, locale, problem, fields } = view
  const { stage, formToken, request } = attempt
  const frame = { locale, environment: ports.environment, path: signInPath(ports.realm), formToken }
  switch (stage.name) {
    case 'identify':
    case 'at_provider':
      return pages.identifyPage(frame, {
        email: fields?.get('email') ?? request?.loginHint ?? '',
        passkey: requestOptions(relyingPartyOf(ports.portalUrl()), formToken, []),
        provider: ports.externalLogin?.name ?? null,
        problem,
      })
    case 'link': {
      const user = await ports.users.findByLink(hashSecret(stage.token), ports.realTime.now())
      const name = fields?.get('name') ?? user?.name ?? ''
      return user && pages.linkPage(frame, { name, email: user.email, problem })
    }
    case 'recovery_codes':
      return pages.recoveryCodesPage(frame, stage.codes)
    default: {
      const user = await ports.users.find(stage.userId)
      if (user === null) return null
      const passkeys = await ports.passkeys.list(user.id)
      return renderStageOfUser(stage, frame, { user, passkeys, portalUrl: ports.portalUrl(), problem })
    }
  }
}

interface UserView {
  readonly user: User
  readonly passkeys: readonly Passkey[]
  readonly portalUrl: string
  readonly problem: pages.PageProblem | null
}

function renderStageOfUser(
  stage: StageNamed<'second_factor' | 'set_up_authenticator' | 'set_up_passkey' | 'change_password'>,
  frame: pages.PageFrame,
  { user, passkeys, portalUrl, problem }: UserView,
): Page {
  const party = relyingPartyOf(portalUrl)
  switch (stage.name) {
    case 'second_factor':
      return pages.secondFactorPage(frame, {
        takesCodes: user.hasAuthenticator || user.recoveryCodes > 0,
        passkey: passkeys.length > 0 ? requestOptions(party, frame.formToken, passkeys) : null,
        problem,
      })
    case 'set_up_authenticator':
      return pages.authenticatorPage(frame, {
        picture: renderQrCode(
          totpAddress(stage.totpSecret, `Sluice ${party.id}`, user.email),
          SIGN_IN_TEXTS[frame.locale].authenticatorPicture,
        ),
        key: stage.totpSecret.replaceAll(/(.{4})(?=.)/g, '$1 '),
        problem,
      })
    case 'set_up_passkey':
      return pages.passkeyPage(frame, {
        passkey: creationOptions(party, frame.formToken, user, passkeys),
        problem,
      })
    case 'change_password':
      return pages.changePasswordPage(frame, { email: user.email, problem })
  }
}
