import type { FactoryState } from './transactor.ts'

/** The state of the contract, in words for the operator. */
export function explainFactory(state: FactoryState, address: string): string {
  if (state === 'deployed') return `the contract that sweeps deposits is at ${address}`
  if (state === 'deployable')
    return `the contract that sweeps deposits is not at ${address} yet: a running server deploys it`
  if (state === 'no_deployer') {
    return 'deposits cannot be swept: the chain has no deterministic deployer (0x4e59b44847b379578588920cA78FbF26c0B4956C); use collection direct'
  }
  return `deposits cannot be swept: the node shows other code at ${address} than the contract's; use another node`
}
