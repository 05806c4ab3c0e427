import type { HttpServer } from '@sluice/platform/http/http-server'

import { type DocumentationPorts, registerDocumentation } from './documentation.routes.ts'
import { type HealthPorts, registerHealth } from './health.routes.ts'
import { registerHome } from './home.routes.ts'
import { registerLlmsText } from './llms.routes.ts'
import { registerOpenApi } from './openapi.routes.ts'
import { type ReferencePorts, registerReference } from './reference.routes.ts'

export type { FirstSteps } from './first-steps.ts'
export { createFirstSteps } from './create-first-steps.ts'
export { registerCspReports } from './csp-reports.routes.ts'
export { registerPortalPages } from './portal-pages.routes.ts'
export { type BrowserAssets, registerBrowserAssets } from './browser-assets.routes.ts'

/**
 * Registers documentation and monitoring endpoints. In production only the contract is public, because experiments
 * belong in the test environment.
 */
export function registerPages(
  server: HttpServer,
  ports: HealthPorts & ReferencePorts & DocumentationPorts,
): void {
  registerHealth(server, ports)
  registerOpenApi(server)
  if (server.edge.options.config.environment === 'production') return
  registerReference(server, ports)
  registerDocumentation(server, ports)
  registerLlmsText(server)
  registerHome(server)
}
