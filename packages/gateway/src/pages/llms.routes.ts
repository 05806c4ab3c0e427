import { type Endpoint, ENDPOINTS } from '@sluice/types'
import { baseUrlOf, type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'

/** Serves `/llms.txt`, a map of the service in plain text for language models. */
export function registerLlmsText(server: HttpServer): void {
  server.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(describeService(server)),
  )
}

function describeService(server: HttpServer): string {
  const { authUrl, realm } = server.edge.options.config
  const baseUrl = baseUrlOf(server)
  const realmUrl = `${authUrl ?? baseUrl}/realms/${realm}`
  const endpoints = Object.values<Endpoint>(ENDPOINTS).filter(({ built }) => built)
  const lines = endpoints.map(({ method, path, server: where, summary }) => {
    return `- ${method} ${where === 'auth' ? realmUrl : baseUrl}${path}: ${summary}`
  })
  return `# Sluice

> A payment gateway with card payments, 3-D Secure, hosted fields and simulators for everything outside it.

Amounts are integers in minor units (10000 is 100.00). Every request carries a User-Agent. A decline is a result with a
processing code, not an HTTP error. All problems of a request are returned in one 422 response.

To call the API: POST ${realmUrl}/protocol/openid-connect/token as a form with grant_type=client_credentials, client_id
and client_secret, then send the access_token as "Authorization: Bearer".

## Documents

- [API description](${baseUrl}/openapi.json): OpenAPI 3.1, every endpoint with schemas and examples
- [Documentation](${originUrlOf(server, 'portal')}/docs/llms.txt): every page as Markdown
- [API reference](${originUrlOf(server, 'portal')}/reference): the same for people

## Endpoints

${lines.join('\n')}
`
}
