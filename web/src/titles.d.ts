declare module "virtual:titles" {
  const titles: Record<string, Record<string, { name: string; tagline: string }>>;
  export default titles;
}
