import type { NamedPolicy } from './policies.js'
export const builtInPolicies: readonly (NamedPolicy & { readonly title: string })[] = []
