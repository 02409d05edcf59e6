// @ts-check
/** A form with a large file shows how much is sent, and then that the server reads it. The page then shows the response. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-progress]")) return;
  event.preventDefault();
  event.stopPropagation();
  const button = /** @type {HTMLButtonElement|null} */ (form.querySelector("button"));
  if (!button || button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  form.querySelector("[data-progress-words]")?.remove();
  const [line, bar, words] = [document.createElement("p"), document.createElement("progress"), document.createElement("span")];
  line.dataset.progressWords = "";
  line.className = "progress-line";
  line.setAttribute("role", "status");
  bar.max = 1;
  bar.setAttribute("aria-label", "How much has been sent");
  line.append(bar, words);
  form.append(line);
  const tell = (/** @type {string} */ sentence) => {
    words.textContent = sentence;
  };
  tell("Sending…");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "text/html");
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.value = loaded / total;
  });
  request.upload.addEventListener("load", () => {
    bar.removeAttribute("value");
    tell("Sent. It is being read…");
  });
  request.addEventListener("load", () => {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const main = page.getElementById("main");
    if (!main) return failed();
    document.getElementById("main")?.replaceWith(main);
    document.title = page.title;
    // If the response was a redirect, the address of the new page is shown.
    if (request.responseURL !== location.href) history.replaceState(null, "", request.responseURL);
    scrollTo(0, 0);
    main.focus();
  });
  const failed = () => {
    line.remove();
    button.removeAttribute("aria-disabled");
    const problem = document.createElement("p");
    problem.className = "alert alert--error";
    problem.dataset.progressWords = "";
    problem.setAttribute("role", "alert");
    problem.textContent = "That was not sent. Nothing was changed. Check the connection, then try again.";
    form.append(problem);
  };
  request.addEventListener("error", failed);
  request.send(new FormData(form));
}, true);
