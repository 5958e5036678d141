/** Part of the interface of Trusted Types that the page uses; the types of the standard library lack it. */
interface TrustedTypes {
  createPolicy<T>(name: string, rules: T): T
}

/**
 * Makes a policy of Trusted Types, once for each name.
 *
 * @param name - Name that the page's content security policy allows.
 * @param rules - Functions that make addresses or markup.
 * @returns The policy; the rules themselves in a browser without Trusted Types.
 */
export function trustedPolicy<T>(name: string, rules: T): T {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(name, rules) ?? rules
}
