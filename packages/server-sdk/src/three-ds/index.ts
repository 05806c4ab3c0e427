/**
 * 3-D Secure on a merchant's own server: a flow that calls the gateway, stores the state of each payment and serves
 * ready-made pages to the customer's browser, and its handlers for servers.
 *
 * @module
 */
export {
  fastifyThreeDs,
  type FastifyFlowInstance,
  type FastifyFlowHandler,
  type FastifyFlowRequest,
  type FastifyFlowReply,
} from './handlers/fastify-three-ds.ts'
export { fetchThreeDs, type HonoFlowContext, honoThreeDs } from './handlers/fetch-three-ds.ts'
export {
  expressThreeDs,
  type NodeFlowRequest,
  type NodeFlowResponse,
  nodeThreeDs,
} from './handlers/node-three-ds.ts'
export type { FlowReply, FlowRequest } from './flow/flow-exchange.ts'
export type { FlowGateway } from './flow/flow-gateway.ts'
export type {
  ChallengePlace,
  ChallengeReceiver,
  FlowEndKind,
  FlowPosition,
  FlowRecord,
} from './flow/flow-record.ts'
export { createMemoryFlowStore, type FlowStore } from './flow/flow-store.ts'
export {
  createThreeDsFlow,
  type FlowAuthorizeRequest,
  type FlowConclusion,
  type FlowSettings,
  type StartedFlow,
  type ThreeDsFlow,
  type ThreeDsFlowOptions,
} from './flow/three-ds-flow.ts'
