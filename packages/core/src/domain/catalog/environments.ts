export const environments = ['production', 'sandbox'] as const
export type Environment = (typeof environments)[number]

export function toEnvironment(livemode: boolean): Environment {
  return livemode ? 'production' : 'sandbox'
}
