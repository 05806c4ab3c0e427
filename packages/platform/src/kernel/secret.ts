export { Secret } from '@sluice/shared/secret'
