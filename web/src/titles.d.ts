declare module "virtual:titles" {
  const titles: Record<string, Record<string, { name: string; tagline: string }>>;
  export const lessons: readonly string[];
  export default titles;
}
