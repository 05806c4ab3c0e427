export { createProviders, createThreeDsServer } from './registry.ts'
