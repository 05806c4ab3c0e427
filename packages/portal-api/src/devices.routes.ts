import type { FastifyRequest } from 'fastify'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import { readMembers, textOf } from './read-members.ts'
import {
  makeDeviceCode,
  makeUserCode,
  readUserCode,
  DEVICE_POLL_SECONDS,
  DEVICE_REQUEST_MS,
  type DeviceAnswer,
  type DeviceRequest,
  type DeviceRequests,
} from './device-request.ts'

export interface DevicePorts {
  readonly devices: DeviceRequests
  readonly auth: PortalAuth
  readonly random: Random
  /** People answer in real time. */
  readonly realTime: Clock
  readonly portalUrl: () => string
}

const PATH = '/portal/devices'
const ONE = `${PATH}/:code`

/** RFC 8628 §3.5, RFC 6749 §5.2. */
const ERRORS: Readonly<Record<Exclude<DeviceAnswer['kind'], 'approved'>, string>> = {
  pending: 'authorization_pending',
  slow_down: 'slow_down',
  denied: 'access_denied',
  expired: 'expired_token',
  unknown: 'invalid_grant',
}

const NOT_STORED = { 'cache-control': 'no-store' }

/** Printable, and short enough for one line of a dialog. */
const NAME = /^[^\p{Cc}\p{Cf}]{1,100}$/u

/** Serves the sign-in of programs that have no browser. @see docs/protocol/portal-sign-in.md#portal-devices @decision 0230 */
export function registerDevices(server: HttpServer, ports: DevicePorts): void {
  const { devices, auth, random, realTime, portalUrl } = ports

  server.post(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const name = textOf(readMembers(request, ['name'])['name'])
    if (!NAME.test(name))
      throw validationRefusal([
        { property: 'name', message: 'must be 1 to 100 printable characters', params: ['name'] },
      ])
    const address = clientAddress(request)
    const nowMs = realTime.now()
    const deviceCode = makeDeviceCode(random)
    const userCode = makeUserCode(random)
    const expiresAtMs = nowMs + DEVICE_REQUEST_MS
    const begun = { deviceHash: hashSecret(deviceCode), userCode, name, address, expiresAtMs }
    if (!(await devices.add(begun, nowMs))) throw tooMany()
    const body = {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${portalUrl()}/devices`,
      verification_uri_complete: `${portalUrl()}/devices/${userCode}`,
      expires_in: DEVICE_REQUEST_MS / 1_000,
      interval: DEVICE_POLL_SECONDS,
    }
    return sendAnswer(reply, 200, body, NOT_STORED)
  })

  server.post(`${PATH}/token`, { config: AT_PORTAL }, async (request, reply) => {
    const code = textOf(readMembers(request, ['device_code'])['device_code'])
    const answer = await devices.take(hashSecret(code), realTime.now())
    if (answer.kind !== 'approved') return sendAnswer(reply, 400, { error: ERRORS[answer.kind] }, NOT_STORED)
    const { token, expiresInSeconds } = await auth.createDeviceSession(answer.login, answer.name, request)
    const body = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds }
    return sendAnswer(reply, 200, body, NOT_STORED)
  })

  server.get(ONE, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requirePerson('findDevice', request)
    const { userCode, name, address } = await find(request)
    return sendAnswer(reply, 200, { user_code: userCode, name, address })
  })

  server.post(`${ONE}/approve`, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requirePerson('approveDevice', request)
    const { userId, merchantId, roles, authenticatedAtMs, name, email } = person
    const login = { userId, merchantId, roles, authenticatedAtMs, name, email }
    const { userCode } = await find(request)
    if (!(await devices.answer(userCode, login, realTime.now()))) throw notFoundRefusal()
    return sendAnswer(reply, 204, null)
  })

  server.post(`${ONE}/deny`, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requirePerson('denyDevice', request)
    const { userCode } = await find(request)
    if (!(await devices.answer(userCode, null, realTime.now()))) throw notFoundRefusal()
    return sendAnswer(reply, 204, null)
  })

  /** @throws {RequestRefusal} 404 for a code that waits for no answer. */
  async function find({ params }: Pick<FastifyRequest, 'params'>): Promise<DeviceRequest> {
    const code = readUserCode((params as { readonly code: string }).code)
    const found = code === null ? null : await devices.find(code, realTime.now())
    if (found === null) throw notFoundRefusal()
    return found
  }
}

function tooMany(): RequestRefusal {
  const headers = { 'retry-after': String(DEVICE_REQUEST_MS / 1_000) }
  return new RequestRefusal(429, { error: 'Too Many Requests' }, headers)
}
